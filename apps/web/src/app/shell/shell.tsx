import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { accountTypeOf, useMaybeSession } from "../../shared/session/session.ts";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { useIsPhone } from "../../shared/ui/device.ts";
import { useKeptScroll } from "../../shared/ui/kept-scroll.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { Navbar } from "./navbar.tsx";
import { ExportDock } from "../../shared/list/exports.tsx";
import { OnboardingOverlay } from "./onboarding-overlay.tsx";
import { RoomTabs } from "./room-tabs.tsx";
import styles from "./shell.module.css";
import { Sidebar } from "./sidebar.tsx";
import { useShortcuts } from "./shortcuts.ts";

const Palette = lazy(() => import("./palette.tsx"));
const TermsGate = lazy(() => import("../../shared/session/terms-gate.tsx"));
const ShortcutSheet = lazy(() => import("./shortcut-sheet.tsx"));

/** The frame of every signed-in screen: navbar, sidebar, breadcrumbs, command palette, shortcuts. */
export default function Shell(): ReactNode {
  const session = useMaybeSession();
  const location = useLocation();
  const type = accountTypeOf(location.pathname);
  const isPhone = useIsPhone();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [opened, setOpened] = useState<"palette" | "shortcuts">();
  const open = useCallback((what: "palette" | "shortcuts") => setOpened(what), []);
  useShortcuts(session, type, open);
  const main = useRef<HTMLElement>(null);
  useKeptScroll(main, "page", session !== null);
  useEffect(() => setMenuOpen(false), [location.pathname]);
  const [openMenu, openPalette, openShortcuts] = useMemo(
    () => [() => setMenuOpen(true), () => setOpened("palette"), () => setOpened("shortcuts")],
    [],
  );
  if (!session || !type) return null;
  return (
    <div className={styles.shell}>
      <Navbar
        session={session}
        type={type}
        onMenu={isPhone ? openMenu : undefined}
        onPalette={openPalette}
        onShortcuts={openShortcuts}
      />
      {isPhone ? (
        <Dialog opened={isMenuOpen} onClose={() => setMenuOpen(false)} title="Menu" look="left">
          <Sidebar session={session} type={type} pathname={location.pathname} />
        </Dialog>
      ) : (
        <aside className={styles.side}>
          <Sidebar session={session} type={type} pathname={location.pathname} />
        </aside>
      )}
      <main ref={main} id="main" className={styles.main} tabIndex={-1}>
        <Breadcrumbs session={session} type={type} pathname={location.pathname} />
        <RoomTabs session={session} type={type} pathname={location.pathname} />
        <OnboardingOverlay session={session} type={type} pathname={location.pathname} />
        <Outlet />
      </main>
      {isPhone && (
        <BottomBar
          session={session}
          type={type}
          pathname={location.pathname}
          onMenu={openMenu}
          onPalette={openPalette}
        />
      )}
      <ExportDock />
      <Suspense>
        {session.must_accept_terms && <TermsGate />}
        {opened === "palette" && <Palette session={session} type={type} onClose={() => setOpened(undefined)} />}
        {opened === "shortcuts" && <ShortcutSheet session={session} type={type} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </div>
  );
}
