import { Button } from "@mantine/core";
import { type ReactNode, useContext } from "react";
import dialogStyles from "../ui/dialogs.module.css";
import { LeaveDialog } from "../ui/leave-dialog.ts";
import styles from "./form.module.css";
import { useForm } from "./use-call-form.tsx";

/** Sends the form. Stays pressable while fields are wrong: pressing it says what is wrong. In a dialog Cancel is before it, and both are on the right. */
export function SubmitButton({
  children,
  fullWidth,
  isQuiet,
  onCancel: given,
}: {
  children: ReactNode;
  fullWidth?: boolean;
  /** Another act of the page is the next step. */
  isQuiet?: boolean;
  onCancel?: () => void;
}): ReactNode {
  const form = useForm();
  const leave = useContext(LeaveDialog);
  const onCancel = given ?? leave;
  return (
    <div className={onCancel ? dialogStyles.buttons : styles.submit}>
      {onCancel && (
        <Button variant="default" onClick={onCancel} disabled={form.isPending}>
          Cancel
        </Button>
      )}
      <Button
        type="submit"
        loading={form.isPending}
        fullWidth={fullWidth ?? false}
        {...(isQuiet && { variant: "default" })}
      >
        {children}
      </Button>
    </div>
  );
}
