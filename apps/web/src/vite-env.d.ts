/// <reference types="vite/client" />

/** Icons are imported one by one: the package's index holds six thousand and makes builds slow. */
declare module "@tabler/icons-react/dist/esm/icons/*" {
  import type { Icon } from "@tabler/icons-react";
  const icon: Icon;
  export default icon;
}
