/**
 * The categories with which a company begins: the expense accounts of a published default chart (Xero, "Default chart of accounts", the
 * 400 series), in groups, each with its ledger code and the merchant categories of ISO 18245 that belong there. No zod: the browser reads it.
 */

export interface ChartCategory {
  name: string;
  ledger_code: string;
  mccs: readonly string[];
}
export interface ChartGroup extends ChartCategory {
  below: readonly ChartCategory[];
}

const account = (ledger_code: string, name: string, mccs = ""): ChartCategory => ({
  name,
  ledger_code,
  mccs: mccs === "" ? [] : mccs.split(" "),
});
const group = (ledger_code: string, name: string, ...below: readonly ChartCategory[]): ChartGroup => ({
  name,
  ledger_code,
  mccs: [],
  below,
});

export const expenseChart: readonly ChartGroup[] = [
  group(
    "400",
    "Sales and marketing",
    account("401", "Advertising", "7311 7333"),
    account("420", "Entertainment", "5812 5813 7922"),
    account("421", "Gifts", "5947 5992"),
  ),
  group(
    "404",
    "Finance and professional",
    account("405", "Bank fees", "6012"),
    account("412", "Consulting and accounting", "8931 7392"),
    account("433", "Insurance", "6300"),
    account("441", "Legal expenses", "8111"),
  ),
  group(
    "430",
    "Premises",
    account("408", "Cleaning", "7349 7217"),
    account("445", "Light, power, heating", "4900"),
    account("469", "Rent", "6513"),
    account("473", "Repairs and maintenance", "1711 1731 1799"),
  ),
  group(
    "450",
    "Office",
    account("429", "General expenses"),
    account("453", "Office expenses", "5943 5111"),
    account("461", "Printing and stationery", "2741 7338"),
    account("485", "Subscriptions and software", "5734 5817 5968"),
    account("489", "Telephone and internet", "4812 4814 4816"),
  ),
  group(
    "490",
    "Travel",
    account("425", "Freight and courier", "4215 4214"),
    account("449", "Motor vehicle and fuel", "5541 5542 7538"),
    account("491", "Meals while travelling", "5811 5814"),
    account("492", "Lodging", "7011"),
    account("493", "Travel at home", "4111 4121 4131"),
    account("494", "Travel abroad", "4511 4722"),
  ),
  group(
    "470",
    "People",
    account("478", "Staff training", "8249 8299"),
    account("479", "Medical", "8011 8062 5912"),
    account("480", "Staff welfare", "5411"),
  ),
];
