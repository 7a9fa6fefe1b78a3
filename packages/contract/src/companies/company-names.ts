/** Words of a company's legal form: registers and owners write them in their own ways. */
const LEGAL_FORM = new Set(["limited", "ltd", "plc", "llp", "unlimited", "ultd", "gte", "company", "co", "and", "the"]);

const words = (name: string): string[] =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’.]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !LEGAL_FORM.has(word));

/** Whether two names are of one company: the same words in the same order; how the legal form is spelt does not count. */
export const isSameCompany = (left: string, right: string): boolean =>
  words(left).join(" ") === words(right).join(" ") && words(left).length > 0;
