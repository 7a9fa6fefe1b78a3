/** What bills are for, who sells it, and which network a number is likely on. No zod: the browser reads it. */
import { compactPhone, isNigerianPhone } from "../phone.ts";

export const billKinds = {
  airtime: "Airtime",
  data: "Data",
  electricity: "Electricity",
  television: "Television",
  internet: "Internet",
  betting: "Betting",
  education: "Education",
  tax: "Taxes",
  tolls: "Tolls",
} as const;
export type BillKind = keyof typeof billKinds;
export const billKindNames = Object.keys(billKinds) as [BillKind, ...BillKind[]];

export const billProviders = { baxi: "Baxi", flutterwave: "Flutterwave" } as const;
export type BillProvider = keyof typeof billProviders;
export const billProviderNames = Object.keys(billProviders) as [BillProvider, ...BillProvider[]];

/** The merchant category (ISO 18245) under which a company has what it paid for. */
export const billCategoryCodes: Readonly<Record<BillKind, string>> = {
  airtime: "4814",
  data: "4814",
  electricity: "4900",
  television: "4899",
  internet: "4816",
  betting: "7995",
  education: "8299",
  tax: "9311",
  tolls: "4784",
};

export interface BillService {
  code: string;
  name: string;
}
const NETWORKS: readonly BillService[] = [
  { code: "mtn", name: "MTN" },
  { code: "airtel", name: "Airtel" },
  { code: "glo", name: "Glo" },
  { code: "9mobile", name: "9mobile" },
];
const NAMED: Readonly<Record<Exclude<BillKind, "electricity">, readonly BillService[]>> = {
  airtime: NETWORKS,
  data: NETWORKS,
  television: [
    { code: "dstv", name: "DStv" },
    { code: "gotv", name: "GOtv" },
    { code: "startimes", name: "StarTimes" },
  ],
  internet: [
    { code: "smile", name: "Smile" },
    { code: "spectranet", name: "Spectranet" },
  ],
  betting: [
    { code: "bet9ja", name: "Bet9ja" },
    { code: "sportybet", name: "SportyBet" },
    { code: "betking", name: "BetKing" },
    { code: "1xbet", name: "1xBet" },
    { code: "nairabet", name: "NairaBet" },
  ],
  education: [
    { code: "waec", name: "WAEC" },
    { code: "jamb", name: "JAMB" },
    { code: "neco", name: "NECO" },
  ],
  tax: [
    { code: "firs", name: "FIRS, federal taxes" },
    { code: "lirs", name: "LIRS, Lagos State" },
    { code: "ogirs", name: "OGIRS, Ogun State" },
    { code: "rirs", name: "RIRS, Rivers State" },
    { code: "kadirs", name: "KADIRS, Kaduna State" },
  ],
  tolls: [
    { code: "lcc", name: "LCC, Lekki" },
    { code: "etag", name: "eTag" },
  ],
};
/** The twelve distributors of power. */
const DISTRIBUTORS = [
  "Ikeja",
  "Eko",
  "Ibadan",
  "Abuja",
  "Port Harcourt",
  "Kaduna",
  "Jos",
  "Enugu",
  "Kano",
  "Benin",
  "Yola",
  "Aba",
] as const;

/**
 * Our own name of a provider's service. Providers' codes contradict each other, so it is found by the words of the name.
 * @returns undefined where nothing of this kind is called so
 */
export function serviceOf(kind: BillKind, name: string): BillService | undefined {
  const words = new Set(name.toLowerCase().split(/[^a-z0-9]+/));
  if (kind !== "electricity") return NAMED[kind].find(({ code }) => words.has(code));
  const place = DISTRIBUTORS.find((each) =>
    each
      .toLowerCase()
      .split(" ")
      .every((word) => words.has(word)),
  );
  const plan = ["prepaid", "postpaid"].find((each) => words.has(each));
  if (!place || !plan) return undefined;
  return { code: `${place.toLowerCase().replace(" ", "-")}-${plan}`, name: `${place} Electric, ${plan}` };
}

/** Whether what is bought is a token that the buyer types into a meter, or a PIN: without it nothing was delivered. */
export const bringsToken = (kind: BillKind, service: string): boolean =>
  kind === "education" || (kind === "electricity" && service.endsWith("-prepaid"));

const PHONE_KINDS: readonly BillKind[] = ["airtime", "data", "education"];
/** Whether its owner's name is requested before it is paid. */
export const isVerified = (kind: BillKind): boolean => !PHONE_KINDS.includes(kind);
/** Kinds that are bought as bundles, bouquets, plans or PINs at their price; of the others the payer chooses the amount. */
const OF_ITEMS: readonly BillKind[] = ["data", "internet", "television", "education"];
export const isOfItems = (kind: BillKind): boolean => OF_ITEMS.includes(kind);

/** What the number is called on screens. */
export const customerLabels: Readonly<Record<BillKind, string>> = {
  airtime: "Phone number",
  data: "Phone number",
  electricity: "Meter number",
  television: "Smart card number",
  internet: "Account number",
  betting: "Betting account",
  education: "Phone number",
  tax: "Payer or bill number",
  tolls: "Account or tag number",
};

/** What numbers look like that are verified. */
const DIGITS = { pattern: /^\d{8,13}$/, words: "8 to 13 digits" };
const MARKS = { pattern: /^[A-Z0-9]{5,20}$/, words: "5 to 20 letters and digits" };
const NUMBERS: Partial<Record<BillKind, typeof DIGITS>> = {
  betting: { pattern: /^\d{5,12}$/, words: "5 to 12 digits" },
  tax: MARKS,
  tolls: MARKS,
};
export const numberOf = (kind: BillKind): typeof DIGITS => NUMBERS[kind] ?? DIGITS;

/** First digits as the regulator gave them out; a ported number has another network, so this is only a guess. */
const PREFIXES: Readonly<Record<string, string>> = {
  mtn: "0703 0706 0803 0806 0810 0813 0814 0816 0903 0906 0913 0916",
  glo: "0705 0805 0807 0811 0815 0905 0915",
  airtel: "0701 0708 0802 0808 0812 0901 0902 0904 0907 0912 0911",
  "9mobile": "0809 0817 0818 0908 0909",
};

/** The network that a number was given out on. @returns undefined for what is no number, or one of another network */
export function guessNetwork(phone: string): string | undefined {
  const compact = compactPhone(phone);
  if (!isNigerianPhone(compact)) return undefined;
  const prefix = `0${compact.slice(-10)}`.slice(0, 4);
  return Object.entries(PREFIXES).find(([, prefixes]) => prefixes.includes(prefix))?.[0];
}

/** What others than its owner see of an examination's PIN, which is of use to anybody who reads it. */
export const hiddenPin = (pin: string): string => `•••••••${pin.slice(-4)}`;

/** A token as it is typed into a meter: 4-4-4-4-4. A PIN stays as it is. */
export const groupedToken = (token: string): string =>
  /^\d{20}$/.test(token) ? token.replaceAll(/(\d{4})(?=\d)/g, "$1-") : token;
