import type { Employment } from '../bank/customers.ts';

/** Occupations of the self-employed and of employees by relative pay: titles of ISCO-08 (ILO). */
export const occupations: Readonly<Record<'low' | 'middle' | 'high' | 'own', readonly string[]>> = {
  low: [
    'Shop sales assistant',
    'Cleaner',
    'Kitchen helper',
    'Waiter',
    'Warehouse laborer',
    'Home-based personal care worker',
    'Delivery driver',
    'Security guard',
  ],
  middle: [
    'Secretary',
    'Motor vehicle mechanic',
    'Electrician',
    'Bookkeeper',
    'Nurse',
    'Primary school teacher',
    'Police officer',
    'Truck driver',
    'Production clerk',
    'Customer services clerk',
  ],
  high: [
    'Software developer',
    'Civil engineer',
    'Medical doctor',
    'Lawyer',
    'Sales manager',
    'Accountant',
    'Financial analyst',
    'University teacher',
  ],
  own: [
    'Hairdresser',
    'Carpenter',
    'Photographer',
    'Graphic designer',
    'Taxi driver',
    'Architect',
    'Translator',
    'Used goods dealer',
  ],
};

export const withoutOccupation: Partial<Record<Employment, string>> = {
  retired: 'Retired',
  student: 'Student',
  unemployed: 'Unemployed',
};

/** Activities of firms by the word in their name: NACE Rev. 2 division, and use of cash. */
export const industries: Readonly<Record<string, { code: string; name: string; cash: boolean }>> = {
  Trading: { code: '46', name: 'Wholesale trade', cash: false },
  Logistics: { code: '49', name: 'Land transport', cash: false },
  Consulting: { code: '70', name: 'Management consultancy', cash: false },
  Catering: { code: '56', name: 'Food and beverage service', cash: true },
  Imports: { code: '46', name: 'Wholesale trade', cash: false },
  Services: { code: '96', name: 'Other personal services', cash: true },
  Crafts: { code: '43', name: 'Specialized construction', cash: false },
};

/** Invented lists of sanctions screening. */
export const screeningLists = ['Example sanctions list', 'Example watch list'] as const;
