/** An amount of naira outside of a form of one call: in lists of steps or rules that are sent as a whole. */
import { koboOf, plainMoney } from "@manilla/contract/formats";
import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";

/** Naira as text, kobo as the value. */
export function Amount({
  label,
  kobo,
  symbol = "₦",
  isNoneWhileWrong,
  error,
  onChange,
}: {
  label: string;
  /** Of the currency; none where the label says it. */
  symbol?: string;
  kobo: number | null | undefined;
  /** What cannot be read is no amount, where none is refused; else the last one that could be read stays. */
  isNoneWhileWrong?: boolean;
  /** What the server said of it. */
  error?: string | undefined;
  onChange: (kobo: number | null) => void;
}): ReactNode {
  const [text, setText] = useState(kobo === null || kobo === undefined ? "" : plainMoney(kobo));
  const isWrong = text !== "" && koboOf(text) === undefined;
  return (
    <TextInput
      label={label}
      {...(symbol !== "" && { leftSection: symbol })}
      inputMode="decimal"
      value={text}
      error={isWrong ? "this is not an amount" : error}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        const read = koboOf(value);
        if (value === "" || read !== undefined || isNoneWhileWrong) onChange(read === undefined ? null : Number(read));
      }}
    />
  );
}
