/** Names in SQL. */

/**
 * A person's name, also of somebody who has left a company: their row is the company's to see no longer, and the name stays with their employment (record 0034).
 * @param user the alias of their row, joined from the left: else what they did for the company is not there either
 * @param row the alias of what they did, which has its company
 */
export const nameOf = (user: string, row: string, column = "user_id"): string => `coalesce(${user}.full_name, (
  select k.kept_name from employments k where k.user_id = ${row}.${column} and k.company_id = ${row}.company_id
), 'Somebody')`;
