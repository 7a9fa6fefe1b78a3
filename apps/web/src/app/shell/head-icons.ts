import * as icons from "../../shared/ui/icons.ts";

/** The icon of each head of the menus. */
export const iconOf: Readonly<Record<string, typeof icons.IconHome>> = {
  Home: icons.IconHome,
  People: icons.IconUsers,
  Team: icons.IconUsers,
  Credit: icons.IconScale,
  Loans: icons.IconCoins,
  Money: icons.IconBuildingBank,
  Business: icons.IconBriefcase,
  Work: icons.IconBriefcase,
  Payments: icons.IconArrowsExchange,
  Spend: icons.IconReceipt,
  "Cards and savings": icons.IconCreditCard,
  "Marketplace & Bills": icons.IconShoppingBag,
  Savings: icons.IconPigMoney,
  Rewards: icons.IconGift,
  Settings: icons.IconSettings,
};
