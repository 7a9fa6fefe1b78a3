/** What a shop sells, in our words: each code of ISO 18245 belongs to exactly one category. No zod: rules and screens read it alike. */

interface Category {
  words: string;
  /** Single codes, and ranges that count both ends. */
  codes: readonly (number | readonly [number, number])[];
  /** An authorisation may be captured that long after it: the shop learns the final amount late. */
  hold_days?: 30;
}

export const merchantCategories = {
  airlines: { words: "Airlines", codes: [[3000, 3350], 4511], hold_days: 30 },
  car_hire: { words: "Car hire", codes: [[3351, 3500], 7512, 7513, 7519], hold_days: 30 },
  lodging: { words: "Hotels and lodging", codes: [[3501, 3999], 7011, 7012, 7032, 7033], hold_days: 30 },
  transport: {
    words: "Transport and parking",
    codes: [4011, 4111, 4112, 4121, 4131, 4411, 4457, 4468, 4582, 4784, 4789, 7511, 7523],
  },
  travel_agencies: { words: "Travel agencies", codes: [4722, 4723, 5962] },
  delivery: { words: "Delivery, post and storage", codes: [4214, 4215, 4225, 9402] },
  fuel: { words: "Fuel", codes: [5172, 5541, 5542, 5552, 5983] },
  groceries: { words: "Groceries", codes: [5411, 5422, 5441, 5451, 5462, 5499] },
  restaurants: { words: "Restaurants and catering", codes: [5811, 5812, 5814] },
  alcohol: { words: "Bars and alcohol", codes: [5813, 5921] },
  health: { words: "Health and pharmacies", codes: [742, 4119, 5047, 5122, 5912, 5975, 5976, [8011, 8099]] },
  education: { words: "Education and books", codes: [5111, 5192, 5942, 5943, 5994, [8211, 8299], 8351] },
  telecoms: { words: "Telephone and internet", codes: [4812, 4813, 4814, 4815, 4816, 4821, 4899] },
  utilities: { words: "Electricity, water and gas", codes: [4900] },
  software: { words: "Software and digital goods", codes: [5734, [5815, 5818], 7372, 7375, 7379] },
  subscriptions: { words: "Subscriptions and distance selling", codes: [[5963, 5969]] },
  electronics: {
    words: "Electronics and appliances",
    codes: [5044, 5045, 5065, 5722, 5732, 5733, 5735, 5946, 5978, 5997],
  },
  clothing: { words: "Clothing and shoes", codes: [5131, 5137, 5139, [5611, 5699], 5948, 5949] },
  home: {
    words: "Home, furniture and garden",
    codes: [
      780,
      5021,
      5039,
      5072,
      5074,
      5193,
      5198,
      5200,
      [5212, 5271],
      5712,
      5713,
      5714,
      5718,
      5719,
      5950,
      5992,
      5996,
    ],
  },
  shopping: {
    words: "Shops and markets",
    codes: [5094, [5300, 5399], 5832, [5931, 5941], 5944, 5945, 5947, 5961, [5970, 5973], 5977, 5993, 5995, 5998, 5999],
  },
  vehicles: {
    words: "Vehicles, parts and repairs",
    codes: [5013, [5511, 5533], 5551, [5561, 5599], 7531, 7534, 7535, 7538, 7542, 7549],
  },
  repairs: { words: "Repairs", codes: [7622, 7623, 7629, 7631, 7641, 7692, 7699] },
  building: { words: "Building and contractors", codes: [[1520, 1799], 5051, 5211] },
  supplies: { words: "Industrial supplies", codes: [763, 2842, 5046, 5085, 5099, 5169, 5199] },
  business_services: { words: "Business services", codes: [2741, 2791, [7311, 7361], [7392, 7399], 8734] },
  professional: { words: "Lawyers, accountants and advisers", codes: [7276, 8111, 8911, 8931, 8999] },
  personal_services: { words: "Personal services", codes: [[7210, 7261], 7278, 7296, 7297, 7298, 7299] },
  entertainment: { words: "Entertainment and sport", codes: [7829, 7832, 7841, [7911, 7994], [7996, 7999]] },
  gambling: { words: "Gambling", codes: [7800, 7801, 7802, 7995, 9406] },
  dating: { words: "Dating and escorts", codes: [7273] },
  cash: { words: "Cash from machines and counters", codes: [6010, 6011] },
  money: { words: "Money transfers and financial services", codes: [4829, 6012, 6050, 6051, 6211, [6529, 6540], 7277] },
  insurance: { words: "Insurance", codes: [5960, [6300, 6399]] },
  rent: { words: "Rent and property", codes: [6513] },
  charity: { words: "Charities, religion and clubs", codes: [8398, [8641, 8699]] },
  government: { words: "Government, taxes and fines", codes: [[9211, 9399], 9405] },
  other: { words: "Other", codes: [] },
} as const satisfies Record<string, Category>;
export type MerchantCategory = keyof typeof merchantCategories;
export const merchantCategoryNames = Object.keys(merchantCategories) as [MerchantCategory, ...MerchantCategory[]];

const categories = Object.entries(merchantCategories) as [MerchantCategory, Category][];
const byCode = new Map<number, MerchantCategory>();
for (const [name, { codes }] of categories)
  for (const code of codes) {
    const [first, last] = typeof code === "number" ? [code, code] : code;
    for (let each = first; each <= last; each += 1) byCode.set(each, name);
  }

/** The category of a merchant's code; `other` for one that no list has, or that is no code. @param code four digits */
export const categoryOf = (code: string): MerchantCategory =>
  (/^\d{4}$/.test(code) ? byCode.get(Number(code)) : undefined) ?? "other";

/** For how many days an authorisation holds its money before it expires. */
export const holdDays = (category: MerchantCategory): number =>
  (merchantCategories[category] as Category).hold_days ?? 7;
