/** The same form rules as a zod schema, for the server. The browser never imports this file. */
import { z } from "zod";
import { FREE_MAIL_DOMAINS } from "./people/free-mail-domains.data.ts";
import { checkField, isEmpty, parseRules, REQUIRED_MESSAGE } from "./form-rules.ts";

type Rules = Readonly<Record<string, string>>;
type Shapes<R extends Rules> = { [K in keyof R]?: z.ZodType };
/** A field's shape: the given one; else text that may be absent where the rules say `nullable`; else text. */
type ShapeOf<Text extends string, Given> = Given extends z.ZodType
  ? Given
  : Text extends `${string}nullable${string}`
    ? z.ZodOptional<z.ZodString>
    : z.ZodString;
type Fields<R extends Rules, S extends Shapes<R>> = { -readonly [K in keyof R]: ShapeOf<R[K], S[K]> };

const freeMailDomains: ReadonlySet<string> = new Set(FREE_MAIL_DOMAINS);

/** Says "required" for an absent value instead of zod's own words, also inside a codec. */
function withRequiredMessage(shape: z.ZodType): z.ZodType {
  const definition = shape._zod.def as z.core.$ZodTypeDef & { in?: z.ZodType };
  if (definition.type === "pipe" && definition.in)
    return z.clone(shape, { ...definition, in: withRequiredMessage(definition.in) } as never);
  const said = definition.error;
  return z.clone(shape, {
    ...definition,
    error: (issue: z.core.$ZodRawIssue) =>
      issue.input === undefined || issue.input === null ? REQUIRED_MESSAGE : said?.(issue as never),
  } as never);
}

const text = z.string({ error: "this field has to be text" });

function fieldSchema(field: string, rules: string, given: z.ZodType | undefined): z.ZodType {
  const { steps, isNullable } = parseRules(rules);
  // Passwords are taken as typed; everything else without the blanks that pasting adds.
  const shape = given ?? (field.includes("password") ? text : text.trim());
  const alone = steps
    .filter(({ name }) => name !== "same" && name !== "nullable")
    .map(({ name, parameter }) => (parameter === "" ? name : `${name}:${parameter}`));
  const own = [...(isNullable ? ["nullable"] : []), ...alone].join("|");
  const checked = (isNullable ? shape : withRequiredMessage(shape)).superRefine((value, context) => {
    if (own === "" || (isNullable && isEmpty(value))) return;
    const message = checkField(own, value, { field, values: {}, freeMailDomains });
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });
  if (!isNullable) return checked;
  // A list is not an empty field but a wrong type, and is refused as one.
  return z
    .preprocess((value) => (isEmpty(value) && !Array.isArray(value) ? undefined : value), checked.optional())
    .optional();
}

/**
 * Compiles a form's rules to a strict object. Each field is text unless `shapes` gives another schema; the rules' messages
 * become issues at their fields, all of them at once. `.meta()` carries the rules to the browser's call table.
 * @throws Error for an unknown rule, when the contract is loaded
 */
export function form<const R extends Rules, const S extends Shapes<R> = Record<never, never>>(
  rules: R,
  shapes?: S,
): z.ZodObject<Fields<R, S>, z.core.$strict> {
  const fields = Object.fromEntries(
    Object.entries(rules).map(([field, words]) => [field, fieldSchema(field, words, shapes?.[field])]),
  );
  const together = Object.entries(rules).filter(([, words]) =>
    parseRules(words).steps.some(({ name }) => name === "same"),
  );
  const schema = z
    .strictObject(fields)
    .superRefine(
      (values: Record<string, unknown>, context) => {
        for (const [field, words] of together) {
          const message = checkField(sameOnly(words), values[field], { field, values });
          if (message !== undefined && !isEmpty(values[field]))
            context.addIssue({ code: "custom", path: [field], message });
        }
      },
      // Also after a field has failed, so that the person sees every message at once.
      { when: ({ value }) => typeof value === "object" && value !== null },
    )
    .meta({ rules });
  return schema as unknown as z.ZodObject<Fields<R, S>, z.core.$strict>;
}

const sameOnly = (words: string): string =>
  parseRules(words)
    .steps.filter(({ name }) => name === "same")
    .map(({ parameter }) => `same:${parameter}`)
    .join("|");
