/** What the bell, the dashboards and the list of notifications ask for: the same question, so that it is asked once. */
export const latestNotifications = { query: { limit: 20 } } as const;
