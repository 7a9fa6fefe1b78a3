import type { ReactNode } from "react";

/** The inside of a quiet button of the toolbar. */
export const toolLabel = (icon: ReactNode, text: ReactNode): ReactNode => (
  <>
    {icon}
    <span>{text}</span>
  </>
);
