import { shortDay } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import type { DeclaredColumn } from "../../../shared/list/columns.tsx";
import { LongTable } from "../../../shared/list/long-table.tsx";
import styles from "./design.module.css";

/** As many as a table of ours is measured with (bench/web.ts). */
const LONG_LENGTH = 100_000;
const FIRST_DAY = Date.UTC(2020, 0, 1);
const DAY_MS = 86_400_000;
const words = [
  "Salary Adeyemi Mills",
  "Transfer to Ngozi Okafor",
  "POS Shoprite Ikeja",
  "Airtime",
  "Loan repayment",
  "Rent Surulere",
  "Electricity token",
];

interface Line {
  number: number;
  booked_on: string;
  narration: string;
  amount_kobo: number;
  balance_kobo: number;
}

function invented(count: number): readonly Line[] {
  let balance_kobo = 25_000_000;
  return Array.from({ length: count }, (_, index) => {
    const amount_kobo = (index % words.length === 0 ? 1 : -1) * (50_000 + ((index * 7_919) % 900) * 1_000);
    balance_kobo = Math.abs(balance_kobo + amount_kobo);
    return {
      number: index + 1,
      booked_on: new Date(FIRST_DAY + Math.floor(index / 50) * DAY_MS).toISOString().slice(0, 10),
      narration: `${words[index % words.length] ?? ""}, reference ${index + 1}`,
      amount_kobo,
      balance_kobo,
    };
  });
}

const columns: readonly DeclaredColumn<Line>[] = [
  { key: "_line", width: 88, render: ({ number }) => <span className="muted">{number}</span>, align: "right" },
  { key: "_date", width: 112, render: ({ booked_on }) => shortDay(booked_on) },
  { key: "narration", card: "title" },
  { key: "amount_kobo", width: 140 },
  { key: "balance_kobo", width: 140 },
];
const numberOf = ({ number }: Line): number => number;
const textOf = ({ narration, booked_on }: Line): string => `${narration} ${shortDay(booked_on)}`;

/** A long table at work, as long as one likes. */
export function LongSample(): ReactNode {
  const [length, setLength] = useState(500);
  const rows = useMemo(() => invented(length), [length]);
  return (
    <>
      <div className={styles.row}>
        <Button
          size="compact-sm"
          variant="default"
          aria-pressed={length === LONG_LENGTH}
          onClick={() => setLength(length === LONG_LENGTH ? 500 : LONG_LENGTH)}
        >
          A hundred thousand rows
        </Button>
      </div>
      <div className={styles.frame}>
        <LongTable caption="Sample of a long table" rows={rows} columns={columns} keyOf={numberOf} textOf={textOf} />
      </div>
    </>
  );
}
