/** What a person's file and behaviour look like; a person can have one. */
export const TRAITS = {
  steady: "Paid on time every month, no other debts",
  borrower: "Steady salary, one running loan elsewhere, paid as agreed",
  gambler: "Much of the salary goes to betting firms",
  bouncer: "Direct debits return unpaid before the salary comes",
  thin_file: "Account opened 75 days ago, no credit history",
  mismatch: "Bank account is in another name than the BVN",
  defaulter: "A loan written off and one in arrears at the bureau",
  irregular: "No salary: many small credits from trade",
  low_income: "Salary below what most loans want",
  watch_listed: "On the BVN watch list",
  closed_account: "Transfers to this account fail",
} as const;
export type Trait = keyof typeof TRAITS;

type Row = readonly [first: string, middle: string, last: string, gender: "male" | "female", state: string, trait: Trait, salaryNaira: number, salaryDay: number];

/** The sandbox's people, in the order of their numbers: BVN 22200000001 is the first. All invented. */
export const rows: readonly Row[] = [
  ["Adaora", "Chinelo", "Okonkwo", "female", "Anambra", "steady", 420_000, 25],
  ["Babatunde", "Olamide", "Adewale", "male", "Oyo", "steady", 310_000, 25],
  ["Chukwuemeka", "Ifeanyi", "Nnamdi", "male", "Enugu", "steady", 650_000, 28],
  ["Damilola", "Abosede", "Ogunleye", "female", "Ogun", "steady", 275_000, 26],
  ["Efe", "Oghenekaro", "Omoregie", "male", "Edo", "steady", 380_000, 25],
  ["Fatima", "Zainab", "Abdullahi", "female", "Kano", "steady", 240_000, 27],
  ["Gbenga", "Ayodeji", "Fashola", "male", "Lagos", "steady", 890_000, 24],
  ["Hauwa", "Amina", "Bello", "female", "Kaduna", "steady", 330_000, 25],
  ["Ikechukwu", "Obinna", "Eze", "male", "Imo", "steady", 510_000, 28],
  ["Jumoke", "Titilayo", "Akinola", "female", "Ekiti", "steady", 295_000, 25],
  ["Kelechi", "Ugochukwu", "Iheanacho", "male", "Abia", "steady", 720_000, 26],
  ["Lami", "Rakiya", "Danjuma", "female", "Plateau", "steady", 265_000, 25],
  ["Mustapha", "Sani", "Garba", "male", "Katsina", "steady", 350_000, 27],
  ["Nkechi", "Amarachi", "Obi", "female", "Delta", "steady", 460_000, 25],
  ["Olumide", "Adebowale", "Balogun", "male", "Osun", "steady", 1_250_000, 23],
  ["Patience", "Ekaette", "Udoh", "female", "Akwa Ibom", "steady", 230_000, 28],
  ["Rasheed", "Kolawole", "Salami", "male", "Kwara", "borrower", 400_000, 25],
  ["Sade", "Morenike", "Bankole", "female", "Lagos", "borrower", 360_000, 25],
  ["Terhemba", "Aondo", "Iorfa", "male", "Benue", "borrower", 285_000, 26],
  ["Uchenna", "Somtochukwu", "Okafor", "male", "Anambra", "borrower", 540_000, 28],
  ["Victoria", "Ebiere", "Dokubo", "female", "Rivers", "borrower", 610_000, 25],
  ["Wasiu", "Akanni", "Oladipo", "male", "Oyo", "borrower", 255_000, 27],
  ["Yakubu", "Haruna", "Musa", "male", "Niger", "borrower", 320_000, 25],
  ["Zainab", "Hadiza", "Lawal", "female", "Sokoto", "borrower", 430_000, 24],
  ["Abiodun", "Segun", "Oyelaran", "male", "Ondo", "gambler", 340_000, 25],
  ["Bright", "Osaze", "Igbinedion", "male", "Edo", "gambler", 290_000, 26],
  ["Chidera", "Kosisochukwu", "Anyanwu", "male", "Imo", "gambler", 480_000, 28],
  ["Damola", "Idowu", "Sowande", "male", "Ogun", "gambler", 260_000, 25],
  ["Ebuka", "Chijioke", "Mbah", "male", "Enugu", "bouncer", 270_000, 25],
  ["Funmilayo", "Adunni", "Ajayi", "female", "Ekiti", "bouncer", 300_000, 26],
  ["Goodluck", "Tamuno", "Briggs", "male", "Rivers", "bouncer", 350_000, 28],
  ["Hadiza", "Maryam", "Shehu", "female", "Kano", "bouncer", 225_000, 27],
  ["Ibukun", "Oluwaseun", "Adeniyi", "female", "Lagos", "thin_file", 280_000, 25],
  ["Joseph", "Terkula", "Agbo", "male", "Benue", "thin_file", 215_000, 26],
  ["Kemi", "Folasade", "Alabi", "female", "Kwara", "thin_file", 390_000, 25],
  ["Lawrence", "Ejike", "Nwachukwu", "male", "Ebonyi", "thin_file", 245_000, 28],
  ["Mercy", "Nsikan", "Essien", "female", "Cross River", "mismatch", 310_000, 25],
  ["Nuhu", "Ibrahim", "Tanko", "male", "Nasarawa", "mismatch", 275_000, 27],
  ["Oluchi", "Nneka", "Uzor", "female", "Abia", "mismatch", 445_000, 25],
  ["Peter", "Oche", "Adah", "male", "Benue", "defaulter", 370_000, 25],
  ["Queen", "Isioma", "Nwaogu", "female", "Delta", "defaulter", 290_000, 26],
  ["Rotimi", "Akinwale", "Falana", "male", "Ondo", "defaulter", 415_000, 28],
  ["Safiya", "Halima", "Aliyu", "female", "Bauchi", "defaulter", 250_000, 25],
  ["Tolulope", "Omotola", "Ojo", "female", "Osun", "irregular", 0, 0],
  ["Usman", "Aminu", "Yahaya", "male", "Gombe", "irregular", 0, 0],
  ["Vera", "Chizoba", "Ugwu", "female", "Enugu", "irregular", 0, 0],
  ["Williams", "Efosa", "Aigbe", "male", "Edo", "low_income", 72_000, 28],
  ["Yemisi", "Ronke", "Adeleke", "female", "Osun", "low_income", 68_000, 30],
  ["Zubairu", "Kabiru", "Ahmad", "male", "Jigawa", "watch_listed", 330_000, 25],
  ["Chiamaka", "Ogechi", "Ekwueme", "female", "Anambra", "closed_account", 355_000, 25],
  // An underwriter's day wants thirty cases.
  ["Amarachi", "Adanna", "Onyeka", "female", "Imo", "steady", 405_000, 25],
  ["Bashir", "Lawan", "Dikko", "male", "Katsina", "borrower", 315_000, 27],
  ["Comfort", "Ini", "Bassey", "female", "Cross River", "bouncer", 285_000, 26],
  ["David", "Tersoo", "Ukeh", "male", "Benue", "gambler", 365_000, 25],
  ["Esther", "Oluwatoyin", "Ogunbanjo", "female", "Ogun", "thin_file", 300_000, 28],
  ["Friday", "Osagie", "Aghedo", "male", "Edo", "defaulter", 275_000, 25],
];

/** Employers with their mail domains (reserved names, so that no mail can leave). */
export const employers: readonly (readonly [name: string, domain: string])[] = [
  ["Lagoon Foods Limited", "lagoonfoods.example"],
  ["Savannah Telecoms PLC", "savannahtelecoms.example"],
  ["Harmattan Logistics Limited", "harmattanlogistics.example"],
  ["Niger Delta Engineering Limited", "nigerdeltaengineering.example"],
  ["Federal Ministry of Works", "works.example"],
  ["Olumo Hospitals Limited", "olumohospitals.example"],
  ["Zuma Insurance PLC", "zumainsurance.example"],
  ["Kainji Power Distribution PLC", "kainjipower.example"],
  ["Obudu Schools Limited", "obuduschools.example"],
  ["Sahel Software Limited", "sahelsoftware.example"],
];

/** Banks where the people have their accounts. */
export const personalBanks = ["058", "044", "033", "011", "057", "214", "070", "232", "050", "221"] as const;

/** Streets for addresses. */
export const streets = ["Adeola Odeku Street", "Awolowo Road", "Herbert Macaulay Way", "Ahmadu Bello Way", "Ogui Road", "Aba Road", "Ring Road", "Zik Avenue"] as const;
