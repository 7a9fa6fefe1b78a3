/** The sandbox's register of companies: made up, in the states that a register has. */
export interface Registered {
  rc_number: string;
  company_name: string;
  company_status: "ACTIVE" | "INACTIVE";
  company_address: string;
  registrationDate: string;
  directors: readonly (readonly [firstname: string, otherName: string, surname: string])[];
}

const company = (
  rc_number: string,
  company_name: string,
  registrationDate: string,
  company_address: string,
  directors: Registered["directors"],
  company_status: Registered["company_status"] = "ACTIVE",
): Registered => ({ rc_number, company_name, company_status, company_address, registrationDate, directors });

export const companies: readonly Registered[] = [
  company("1049921", "LAGOON FOODS LIMITED", "2012-08-14", "14 CREEK ROAD, APAPA, LAGOS", [
    ["ADAEZE", "", "OKORO"],
    ["MUSA", "IBRAHIM", "BELLO"],
  ]),
  company("1180034", "HARMATTAN LOGISTICS LIMITED", "2014-03-03", "8 AIRPORT ROAD, KANO", [
    ["SANI", "", "ABUBAKAR"],
    ["HAUWA", "", "DANJUMA"],
  ]),
  company("1293341", "IROKO TEXTILES LTD", "2015-11-19", "21 MARKET STREET, ABA", [["CHINEDU", "PAUL", "EZE"]]),
  company("1410087", "DELTA MARINE SERVICES LIMITED", "2017-05-30", "3 WHARF ROAD, WARRI", [
    ["EFE", "", "OGHENE"],
    ["TIMI", "", "BRISIBE"],
  ]),
  company("1555210", "SAVANNAH HEALTH CLINICS LIMITED", "2019-01-22", "40 AHMADU BELLO WAY, KADUNA", [
    ["MARYAM", "", "USMAN"],
  ]),
  company("1620778", "OAK AND PALM FURNITURE LIMITED", "2020-07-07", "17 RING ROAD, IBADAN", [
    ["TUNDE", "", "ADEBAYO"],
    ["FOLAKE", "", "ADEBAYO"],
  ]),
  // Struck off.
  company(
    "998812",
    "BRIGHT HORIZON TRADING LIMITED",
    "2009-02-11",
    "5 BROAD STREET, LAGOS",
    [["JOHN", "", "ETIM"]],
    "INACTIVE",
  ),
  // Registered under another name than its owners say.
  company("1377405", "GOLDEN HARVEST AGRO PROCESSORS LIMITED", "2016-09-01", "KM 4 JOS ROAD, MAKURDI", [
    ["TERVER", "", "IORKYAA"],
  ]),
];
