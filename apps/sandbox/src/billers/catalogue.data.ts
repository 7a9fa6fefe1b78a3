/** What the billers sell: networks, distributors of power, television, internet, betting, PINs of examinations, taxes and tolls. Both providers sell it under codes of their own. */
export type Kind =
  | "airtime"
  | "data"
  | "electricity"
  | "television"
  | "internet"
  | "betting"
  | "education"
  | "tax"
  | "tolls";
export interface Item {
  name: string;
  /** Naira; null where the payer chooses. */
  price: number | null;
  /** Sold by one provider alone. */
  only?: "baxi" | "flutterwave";
}
export interface Service {
  kind: Kind;
  /** As Baxi has it; Flutterwave's biller code is made of its number. */
  code: string;
  name: string;
  items: Item[];
}

const open: Item[] = [{ name: "Any amount", price: null }];
const NETWORKS = [
  ["mtn", "MTN"],
  ["airtel", "Airtel"],
  ["glo", "Glo"],
  ["9mobile", "9mobile"],
] as const;
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
const items = (...sold: [name: string, price: number, only?: Item["only"]][]): Item[] =>
  sold.map(([name, price, only]) => ({ name, price, ...(only && { only }) }));

export const SERVICES: readonly Service[] = [
  ...NETWORKS.map(([code, name]) => ({ kind: "airtime" as const, code, name: `${name} Airtime`, items: open })),
  ...NETWORKS.map(([code, name]) => ({
    kind: "data" as const,
    code,
    name: `${name} Data`,
    items: items(
      ["500MB 7 days", 500],
      ["1GB 7 days", 800],
      ["2GB 30 days", 1_500],
      ["5GB 30 days", 2_500],
      ["15GB 30 days", 6_500, "baxi"],
    ),
  })),
  ...DISTRIBUTORS.flatMap((place) =>
    (["prepaid", "postpaid"] as const).map((plan) => ({
      kind: "electricity" as const,
      code: `${place.toLowerCase().replace(" ", "_")}_electric_${plan}`,
      name: `${place} Electric ${plan === "prepaid" ? "Prepaid" : "Postpaid"}`,
      items: open,
    })),
  ),
  {
    kind: "television",
    code: "dstv",
    name: "DStv",
    items: items(
      ["Padi", 4_400],
      ["Yanga", 6_000],
      ["Confam", 11_000],
      ["Compact", 19_000],
      ["Compact Plus", 30_000],
      ["Premium", 44_500],
    ),
  },
  {
    kind: "television",
    code: "gotv",
    name: "GOtv",
    items: items(["Smallie", 1_900], ["Jinja", 3_900], ["Jolli", 5_800], ["Max", 8_500], ["Supa", 11_400]),
  },
  {
    kind: "television",
    code: "startimes",
    name: "StarTimes",
    items: items(["Nova", 2_100], ["Basic", 4_000], ["Classic", 6_000]),
  },
  { kind: "internet", code: "smile", name: "Smile", items: items(["10GB 30 days", 6_000], ["20GB 30 days", 10_000]) },
  { kind: "internet", code: "spectranet", name: "Spectranet", items: items(["20GB 30 days", 11_000]) },
  ...(["Bet9ja", "SportyBet", "BetKing", "1xBet", "NairaBet"] as const).map((name) => ({
    kind: "betting" as const,
    code: name.toLowerCase(),
    name,
    items: open,
  })),
  {
    kind: "education",
    code: "waec",
    name: "WAEC PIN",
    items: items(["Result Checker", 3_900], ["Verification PIN", 27_000]),
  },
  { kind: "education", code: "jamb", name: "JAMB PIN", items: items(["UTME", 7_700], ["Direct Entry", 5_700]) },
  { kind: "education", code: "neco", name: "NECO PIN", items: items(["Result Token", 1_500]) },
  ...["FIRS", "LIRS", "OGIRS", "RIRS", "KADIRS"].map((name) => ({
    kind: "tax" as const,
    code: name.toLowerCase(),
    name: `${name} Tax`,
    items: open,
  })),
  { kind: "tolls", code: "lcc", name: "LCC Toll", items: open },
  { kind: "tolls", code: "etag", name: "eTag Toll", items: open },
];

/** What is added to a bouquet of television for a month, in naira; Baxi alone sells it. */
export const ADDED: Readonly<Record<string, readonly Item[]>> = {
  dstv: items(["HDPVR Access", 6_000], ["French Touch", 7_200]),
};
/** Months for which a bouquet is paid at once. */
export const MONTHS = [1, 12] as const;

/** What a provider keeps back for us of a price, in hundredths of a percent. */
export const COMMISSION: Readonly<Record<Kind, number>> = {
  airtime: 300,
  data: 300,
  electricity: 100,
  television: 150,
  internet: 200,
  betting: 100,
  education: 100,
  tax: 0,
  tolls: 100,
};
