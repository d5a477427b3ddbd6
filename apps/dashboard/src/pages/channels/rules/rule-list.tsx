import { Menu } from "../../../components/menu.js";
import { texts } from "../../../texts/texts.js";
import { RULE_TEMPLATES } from "../rule-templates.js";
import { moveEntry, replaceEntry } from "./draft-rule.js";
import { RuleCard } from "./rule-card.js";
import type { RuleListProps } from "./rule-list-props.js";

/** The rules in the order in which they run, with a menu to add one. */
export function RuleList(props: RuleListProps) {
  const { rules, types, pointer, columns, errors, effects, isDisabled, onRules } = props;
  const items = RULE_TEMPLATES.filter(({ type }) => types.includes(type)).map((rule) => ({
    key: rule.type,
    label: texts.channels.rules[rule.type],
    onSelect: () => onRules([...rules, rule]),
  }));
  return (
    <>
      {rules.length === 0 && <p className="soft">{texts.rules.none}</p>}
      <ol className="rules">
        {rules.map((rule, index) => (
          <RuleCard
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no ids, and the inputs follow their values (use-text-value.ts).
            key={`${index} ${rule.type}`}
            rule={rule}
            index={index}
            count={rules.length}
            pointer={`${pointer}/${index}`}
            columns={columns}
            errors={errors}
            effect={effects.find((effect) => effect.index === index)}
            isDisabled={isDisabled}
            onRule={(changed) => onRules(replaceEntry(rules, index, changed))}
            onMove={(by) => onRules(moveEntry(rules, index, by))}
            onRemove={() => onRules(replaceEntry(rules, index))}
            renderRules={(inner) => <RuleList {...inner} />}
          />
        ))}
      </ol>
      {!isDisabled && <Menu label={texts.channels.one.addRule} items={items} />}
    </>
  );
}
