import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { billOrders, billPlans, bills } = calls;

export const screens = [
  screen("R143", "bills", "Airtime & Bills", "pay", bills.buyAirtime, "Marketplace & Bills 1"),
  screen("R143", "bills", "Airtime & Bills", "company", bills.companyBills, { menus: { corporate: "Payments 9" } }),
  // Added: a bill is followed until it is there, and its token is read again.
  screen("added", "bills/{id}", "Bill", "bill", bills.find),
  // Added: the same for what a company's wallet has paid.
  screen("added", "bills/{id}", "Bill", "company-bill", bills.companyBill),
  // Added: airtime or data for many numbers at once.
  screen("added", "bills/many", "Many Numbers", "many", billOrders.check),
  // Added: what is bought by itself on a day of the week or the month.
  screen("added", "bills/automatic", "Automatic Purchases", "automatic", billPlans.listPlans),
  // Added: a company asks to pay a bill from its wallet.
  screen("added", "bills/new", "Pay a Bill", "request", billOrders.request),
  // Added: requests that wait for the company's chain, and those that have ended.
  screen("added", "bills/orders", "Bill Orders", "orders", billOrders.listOfCompany),
  // Added: each row of what is paid together, with its bill.
  screen("added", "bills/orders/{id}", "Bill Order", "order", billOrders.find),
];
