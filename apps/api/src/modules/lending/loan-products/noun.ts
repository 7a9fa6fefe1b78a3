import * as calls from "@manilla/contract/lending/loan-products";
import { noun } from "../../../house/index.ts";
import { addProductVersion, createProduct } from "./index.ts";
import { handlers } from "./handlers.ts";

export const loanProducts = noun({
  calls,
  handlers,
  approvals: { create_loan_product: createProduct, add_loan_product_version: addProductVersion },
});
