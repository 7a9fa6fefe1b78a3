/** The door of notifications: telling people something. */
export { notify, notifyRoles } from "./notify.ts";
export {
  type Letter,
  type Message,
  type Note,
  handOnNotices,
  note,
  refuseForeignLinks,
  tell,
  tellSoon,
  tellTyped,
  write,
} from "./telling.ts";
