import { koboOf, plainMoney } from "@manilla/contract/formats";
import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { groupWhileTyping } from "../../../../shared/form/more-fields.tsx";

/** An amount of naira outside of a form; null while it is none. */
export function AmountInput({
  value,
  onChange,
  error,
}: {
  value: number | null;
  onChange: (kobo: number | null) => void;
  error: string | undefined;
}): ReactNode {
  const [text, setText] = useState(value === null ? "" : plainMoney(value));
  const change = (typed: string): void => {
    setText(groupWhileTyping(typed));
    const kobo = koboOf(typed);
    onChange(kobo === undefined || kobo > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(kobo));
  };
  const isWrong = text !== "" && koboOf(text) === undefined;
  return (
    <TextInput
      label="Amount"
      leftSection="₦"
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={isWrong ? "this field can only money format and in 2 decimal place" : error}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
