import { ACCOUNT_TYPES, type AccountType } from "@manilla/contract/accounts";
import { fullName, greeting, initials } from "@manilla/contract/formats";
import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { memo, type ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import type { Session } from "../../shared/session/session.ts";
import { useIsPhone } from "../../shared/ui/device.ts";
import {
  IconBell,
  IconKeyboard,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconSearch,
  IconShieldCheck,
  IconSun,
} from "../../shared/ui/icons.ts";
import { ManillaMark } from "../../shared/ui/logo.tsx";
import { MenuItem, MenuLine, MenuText, Popup } from "../../shared/ui/popup.tsx";
import styles from "./shell.module.css";
import { useUnreadCount } from "./unread.ts";

interface Props {
  session: Session;
  type: AccountType;
  /** Opens the sidebar where it is not beside the page. */
  onMenu: (() => void) | undefined;
  onPalette: () => void;
  onShortcuts: () => void;
}

/** The bar on top: menu on phones, where one is, search, unread notifications, the account's menu. */
export const Navbar = memo(function Navbar({ session, type, onMenu, onPalette, onShortcuts }: Props): ReactNode {
  const isPhone = useIsPhone();
  const unread = useUnreadCount();
  const { label } = ACCOUNT_TYPES[type];
  return (
    <header className={styles.navbar}>
      {onMenu && (
        <button type="button" className={styles.icon} aria-label="Open the menu" onClick={onMenu}>
          <IconMenu2 size={20} />
        </button>
      )}
      <Link className={`${styles.brand} reaches-further`} to={`/${type}/dashboard`}>
        <ManillaMark size={20} />
        {isPhone ? <span className="visually-hidden">Manilla, to the dashboard</span> : "Manilla"}
        {!isPhone && <span className={styles.area}>{label}</span>}
      </Link>
      {type === "customer" && (
        <span className={styles.greeting} title={session.user.name}>
          Good {greeting(new Date().getHours()).toLowerCase()}, {session.user.name}
        </span>
      )}
      <span className={styles.space} />
      {isPhone ? (
        <button type="button" className={styles.icon} aria-label="Search" onClick={onPalette}>
          <IconSearch size={20} />
        </button>
      ) : (
        <button type="button" className={styles.find} onClick={onPalette}>
          <IconSearch size={16} />
          <span>Search or go to…</span>
          <kbd>{/Mac|iPhone/.test(navigator.userAgent) ? "⌘K" : "Ctrl K"}</kbd>
        </button>
      )}
      <Link
        className={styles.icon}
        to={`/${type}/notifications`}
        aria-label={unread > 0 ? `Notifications, ${unread} unread` : "Notifications"}
      >
        <IconBell size={20} />
        {unread > 0 && <span className={styles.unread}>{unread > 99 ? "99+" : unread}</span>}
      </Link>
      <AccountMenu session={session} type={type} onShortcuts={onShortcuts} />
    </header>
  );
});

function AccountMenu({
  session,
  type,
  onShortcuts,
}: {
  session: Session;
  type: AccountType;
  onShortcuts: () => void;
}): ReactNode {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme("light") === "dark";
  const { user } = session;
  const others = session.account_types.filter((other) => other !== type);
  const trigger = (
    <>
      <span className={styles.person} aria-hidden="true">
        {initials(user.name, user.last_name)}
      </span>
      <span className="visually-hidden">Account of {fullName(user)}</span>
    </>
  );
  return (
    <Popup trigger={trigger} className={styles.icon} kind="menu" title="Account" width={260} align="end">
      {(close) => {
        const go = (path: string) => () => (close(), void navigate(path));
        return (
          <>
            <MenuText>
              <strong>{fullName(user)}</strong>
              <div>{user.email}</div>
              <div>{session.roles.map((role) => role.name).join(", ")}</div>
            </MenuText>
            <MenuLine />
            {others.map((other) => (
              <MenuItem key={other} onChoose={go(`/${other}/dashboard`)}>
                Switch to {ACCOUNT_TYPES[other].label}
              </MenuItem>
            ))}
            {others.length > 0 && <MenuLine />}
            <MenuItem icon={<IconShieldCheck size={16} />} onChoose={go(`/${type}/settings/security`)}>
              Security
            </MenuItem>
            <MenuItem
              icon={isDark ? <IconSun size={16} /> : <IconMoon size={16} />}
              onChoose={() => (close(), setColorScheme(isDark ? "light" : "dark"))}
            >
              {isDark ? "Light colours" : "Dark colours"}
            </MenuItem>
            <MenuItem icon={<IconKeyboard size={16} />} onChoose={() => (close(), onShortcuts())}>
              Keyboard shortcuts
            </MenuItem>
            <MenuLine />
            <MenuItem icon={<IconLogout size={16} />} onChoose={go("/logout")}>
              Log out
            </MenuItem>
          </>
        );
      }}
    </Popup>
  );
}
