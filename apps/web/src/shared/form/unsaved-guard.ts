import { useEffect } from "react";
import { useBlocker } from "react-router";
import { ask } from "../ui/alert.ts";

/** Asks before a form with changes is left. Signing out and the session's end are not held up. @param props.isKept whether a draft stays on the device */
export function UnsavedGuard({ isKept = true }: { isKept?: boolean }): null {
  // A component, not a hook: the router knows only one blocker, so only a form with changes may be one.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== currentLocation.pathname && !nextLocation.pathname.startsWith("/logout"),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void ask({
      title: isKept ? "Leave this form?" : "Leave without saving?",
      body: isKept ? "What you typed has not been sent." : "What you changed has not been saved.",
      sub_body: isKept
        ? "It is kept on this device and will be here when you come back."
        : "It is lost when you leave.",
      yes: "Leave",
      no: "Stay",
    }).then((isSure) => (isSure ? blocker.proceed() : blocker.reset()));
  }, [blocker, isKept]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, []);
  return null;
}
