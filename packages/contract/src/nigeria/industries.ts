/** Industries of employers and companies (K052: about 28 names). */
export const industries = [
  "Agriculture", "Automotive", "Aviation", "Banking", "Civil Service", "Construction", "Consulting", "Education", "Energy and Power", "Engineering",
  "Entertainment", "Fashion", "Financial Services", "Food and Beverages", "Healthcare", "Hospitality and Tourism", "Information Technology", "Insurance",
  "Legal Services", "Logistics and Transport", "Manufacturing", "Media and Advertising", "Mining", "Non-Governmental Organisation", "Oil and Gas",
  "Real Estate", "Retail and Trade", "Telecommunications",
] as const;
export type Industry = (typeof industries)[number];
