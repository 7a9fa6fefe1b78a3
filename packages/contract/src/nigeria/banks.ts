import institutions from "./institutions.json" with { type: "json" };

/**
 * Nigerian banks: the long list with the 14 fields of the specification (line 91), the 16 of the provider's own screens and the
 * second list of 13. Public facts: names and CBN codes; `longcode` is the code in the instant-payment scheme where it is known. All others that
 * the scheme reached when its list was published (NIBSS, 31 March 2021) are in institutions.json under that code.
 */

export interface Bank {
  id: number;
  name: string;
  slug: string;
  code: string;
  longcode: string;
  gateway: string | null;
  pay_with_bank: boolean;
  active: boolean;
  is_deleted: boolean;
  country: "Nigeria";
  currency: "NGN";
  type: "nuban";
  createdAt: string;
  updatedAt: string;
}

const rows: readonly (readonly [name: string, slug: string, code: string, longcode: string])[] = [
  ["Access Bank", "access-bank", "044", "000014"],
  ["Access Bank (Diamond)", "access-bank-diamond", "063", "000005"],
  ["ALAT by WEMA", "alat-by-wema", "035A", ""],
  ["ASO Savings and Loans", "asosavings", "401", "090001"],
  ["Bowen Microfinance Bank", "bowen-microfinance-bank", "50931", "090148"],
  ["CEMCS Microfinance Bank", "cemcs-microfinance-bank", "50823", "090154"],
  ["Citibank Nigeria", "citibank-nigeria", "023", "000009"],
  ["Ecobank Nigeria", "ecobank-nigeria", "050", "000010"],
  ["Ekondo Microfinance Bank", "ekondo-microfinance-bank", "562", "090097"],
  ["Fidelity Bank", "fidelity-bank", "070", "000007"],
  ["First Bank of Nigeria", "first-bank-of-nigeria", "011", "000016"],
  ["First City Monument Bank", "first-city-monument-bank", "214", "000003"],
  ["Globus Bank", "globus-bank", "00103", "000027"],
  ["Guaranty Trust Bank", "guaranty-trust-bank", "058", "000013"],
  ["Hasal Microfinance Bank", "hasal-microfinance-bank", "50383", "090121"],
  ["Heritage Bank", "heritage-bank", "030", "000020"],
  ["Jaiz Bank", "jaiz-bank", "301", "000006"],
  ["Keystone Bank", "keystone-bank", "082", "000002"],
  ["Kuda Bank", "kuda-bank", "50211", "090267"],
  ["Moniepoint MFB", "moniepoint-mfb-ng", "50515", ""],
  ["One Finance", "one-finance", "565", ""],
  ["OPay", "paycom", "999992", ""],
  ["Paga", "paga", "327", "100002"],
  ["PalmPay", "palmpay", "999991", "100033"],
  ["Parallex Bank", "parallex-bank", "526", ""],
  ["PayCom", "paycom", "100004", "100004"],
  ["Polaris Bank", "polaris-bank", "076", "000008"],
  ["Providus Bank", "providus-bank", "101", "000023"],
  ["Rubies MFB", "rubies-mfb", "125", "090175"],
  ["Sparkle Microfinance Bank", "sparkle-microfinance-bank", "51310", "090325"],
  ["Stanbic IBTC Bank", "stanbic-ibtc-bank", "221", "000012"],
  ["Standard Chartered Bank", "standard-chartered-bank", "068", "000021"],
  ["Sterling Bank", "sterling-bank", "232", "000001"],
  ["Suntrust Bank", "suntrust-bank", "100", "000022"],
  ["TAJ Bank", "taj-bank", "302", "000026"],
  ["TCF MFB", "tcf-mfb", "51211", "090115"],
  ["Titan Trust Bank", "titan-trust-bank", "102", "000025"],
  ["Union Bank of Nigeria", "union-bank-of-nigeria", "032", "000018"],
  ["United Bank For Africa", "united-bank-for-africa", "033", "000004"],
  ["Unity Bank", "unity-bank", "215", "000011"],
  ["VFD", "vfd", "566", "090110"],
  ["Wema Bank", "wema-bank", "035", "000017"],
  ["Zenith Bank", "zenith-bank", "057", "000015"],
];

/** The day this list was reviewed. */
const REVIEWED_AT = "2026-11-01T00:00:00.000Z";

const slugOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
const reached = Object.entries(institutions).map(([code, name]) => [name, slugOf(name), code, code] as const);

/** Every bank we can name; a name enquiry decides whether an account exists. */
export const banks: readonly Bank[] = [...rows, ...reached].map(([name, slug, code, longcode], index) => ({
  id: index + 1,
  name,
  slug,
  code,
  longcode,
  gateway: null,
  pay_with_bank: false,
  active: true,
  is_deleted: false,
  country: "Nigeria",
  currency: "NGN",
  type: "nuban",
  createdAt: REVIEWED_AT,
  updatedAt: REVIEWED_AT,
}));

const byCode = new Map(banks.map((bank) => [bank.code, bank]));

/** The name of a bank by its code; an unmatched one is "Unknown Bank" (K058, E030). */
export const bankName = (code: string): string => byCode.get(code)?.name ?? "Unknown Bank";

const pick = (codes: readonly string[]): readonly Bank[] => codes.flatMap((code) => byCode.get(code) ?? []);

/** The 16 of the provider's own screens (K053): id, name and sort code. */
export const adminBanks: readonly { id: number; name: string; sortCode: string }[] = pick([
  "044",
  "063",
  "050",
  "070",
  "011",
  "214",
  "058",
  "082",
  "076",
  "221",
  "232",
  "032",
  "033",
  "215",
  "035",
  "057",
]).map((bank, index) => ({ id: index + 1, name: bank.name, sortCode: bank.code }));

/** The second list (K054): banks that every payment provider reaches. */
export const commonBanks: readonly Bank[] = pick([
  "044",
  "050",
  "070",
  "011",
  "214",
  "058",
  "082",
  "221",
  "232",
  "032",
  "033",
  "035",
  "057",
]);
