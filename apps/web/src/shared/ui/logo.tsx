import type { ReactNode } from "react";

/** The mark: a manilla, the open copper bracelet with flared ends that was money in West Africa. */
export const ManillaMark = ({ className, size }: { className?: string | undefined; size?: number }): ReactNode => (
  <svg
    className={className}
    width={size}
    height={size}
    viewBox="0 0 32 32"
    fill="none"
    aria-hidden="true"
    stroke="currentColor"
    strokeLinecap="round"
    strokeLinejoin="round"
    strokeWidth="3.6"
  >
    <path d="M10.6 27.2 7.4 24.7a11.6 11.6 0 1 1 17.2 0l-3.2 2.5" />
  </svg>
);
