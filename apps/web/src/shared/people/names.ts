export { fullName } from "@manilla/contract/formats";
