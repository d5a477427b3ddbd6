import type { z } from "zod";
import type { Complete } from "../completions/define-completion.js";

interface PromptHead {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly completions?: Readonly<Record<string, Complete>>;
}

interface PromptDefinition<Input extends z.ZodObject> extends PromptHead {
  readonly input: Input;
  readonly write: (input: z.output<Input>) => string;
}

/** A prompt that a user picks. It says which tools to call and contains no catalog content. */
export interface Prompt extends PromptHead {
  readonly input: z.ZodObject;
  readonly write: (input: Record<string, unknown>) => string;
}

export function definePrompt<Input extends z.ZodObject>(definition: PromptDefinition<Input>): Prompt {
  // The input is parsed by the definition's own schema before `write` is called (server/create-server.ts).
  return definition as unknown as Prompt;
}
