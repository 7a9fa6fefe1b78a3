import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { bills } = calls;

export const screens = [
  screen("R143", "bills", "Airtime & Bills", "pay", bills.buyAirtime, "Marketplace & Bills 1"),
  screen("R143", "bills", "Airtime & Bills", "company", bills.companyBills, { menus: { corporate: "Payments 9" } }),
  // Added: a bill is followed until it is there, and its token is read again.
  screen("added", "bills/{id}", "Bill", "bill", bills.find),
];
