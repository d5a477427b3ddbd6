import { Menu } from "../../../parts/menu.js";
import { texts } from "../../../texts/texts.js";
import { RULE_TEMPLATES } from "../rule-templates.js";
import { moved, replaced } from "./draft-rule.js";
import { RuleCard } from "./rule-card.js";
import type { RuleListProps } from "./rule-list-props.js";

/** Rules in the order in which they run, with a menu of beginnings for another one. */
export function RuleList(props: RuleListProps) {
  const { rules, types, pointer, columns, faults, effects, isOff, onRules } = props;
  const items = RULE_TEMPLATES.filter(({ type }) => types.includes(type)).map((rule) => ({
    ...{ key: rule.type, label: texts.channels.rules[rule.type], onSelect: () => onRules([...rules, rule]) },
  }));
  return (
    <>
      {rules.length === 0 && <p className="soft">{texts.rules.none}</p>}
      <ol className="rules">
        {rules.map((rule, place) => (
          <RuleCard
            // A rule has no name of its own; one of another kind in its place is another.
            // biome-ignore lint/suspicious/noArrayIndexKey: what is typed follows its value (use-typed.ts).
            key={`${place} ${rule.type}`}
            rule={rule}
            place={place}
            count={rules.length}
            pointer={`${pointer}/${place}`}
            columns={columns}
            faults={faults}
            effect={effects.find(({ index }) => index === place)}
            isOff={isOff}
            onRule={(changed) => onRules(replaced(rules, place, changed))}
            onMove={(by) => onRules(moved(rules, place, by))}
            onRemove={() => onRules(replaced(rules, place))}
            renderRules={(inner) => <RuleList {...inner} />}
          />
        ))}
      </ol>
      {!isOff && <Menu label={texts.channels.one.addRule} items={items} />}
    </>
  );
}
