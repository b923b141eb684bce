import type { SpendingCategory } from './schema.ts';

type Line = readonly [
  name: string,
  mcc: string,
  weight: number,
  median: number,
  sigma: number,
  online: number,
  refunds: number,
  hours: SpendingCategory['hours'],
  words: string,
];

function categories(lines: readonly Line[]): SpendingCategory[] {
  return lines.map(([name, mcc, weight, median, sigma, online, refunds, hours, words]) => ({
    name,
    mcc,
    weight,
    ticket: { median, sigma },
    online,
    refunds,
    hours,
    words: words.split(' '),
  }));
}

/**
 * Categories with tickets whose means approximate one long US card history (groceries 73, pharmacy
 * 81 with many small ones, fuel 69, restaurants 56): mean = median x exp(sigma^2 / 2).
 */
export const usCategories: SpendingCategory[] = categories([
  ['Groceries', '5411', 21, 52, 0.8, 0.04, 0.006, 'shop', 'Market Grocer Foods Pantry'],
  ['Fuel', '5541', 10, 46, 0.6, 0, 0.004, 'commute', 'Fuel Gas Petrol'],
  ['Restaurants', '5812', 11, 38, 0.75, 0, 0.003, 'meals', 'Kitchen Grill Diner Bistro'],
  ['Fast Food', '5814', 13, 12.5, 0.5, 0, 0.002, 'meals', 'Burger Tacos Sandwich Coffee'],
  ['Pharmacy', '5912', 5, 24, 1, 0.1, 0.01, 'shop', 'Pharmacy Drugstore'],
  ['Department Store', '5311', 5, 55, 0.85, 0.2, 0.05, 'shop', 'Store Emporium'],
  ['Clothing', '5651', 4, 58, 0.75, 0.35, 0.09, 'shop', 'Apparel Outfitters'],
  ['Electronics', '5732', 2.2, 120, 1.1, 0.45, 0.06, 'shop', 'Electronics Digital'],
  ['Home Improvement', '5200', 3, 62, 1, 0.1, 0.05, 'shop', 'Hardware Lumber'],
  ['Online Retail', '5999', 7, 34, 0.95, 1, 0.07, 'online', 'Shop Direct Bazaar'],
  ['Digital Goods', '5815', 4.5, 10, 0.7, 1, 0.01, 'online', 'Media Games Stream'],
  ['Transport', '4121', 3.5, 18, 0.7, 0.2, 0.01, 'commute', 'Cab Ride Shuttle'],
  ['Travel', '4511', 0.9, 290, 0.7, 0.9, 0.05, 'online', 'Airways Air'],
  ['Lodging', '7011', 0.9, 175, 0.6, 0.4, 0.04, 'leisure', 'Inn Hotel Lodge'],
  ['Entertainment', '7832', 1.6, 28, 0.6, 0.2, 0.01, 'leisure', 'Cinema Theater'],
  ['Health', '8011', 2, 95, 0.9, 0, 0.01, 'office', 'Clinic Medical'],
  ['Personal Care', '7230', 1.5, 45, 0.6, 0, 0.005, 'office', 'Salon Barber'],
  ['Auto Service', '7538', 1.2, 180, 0.9, 0, 0.01, 'office', 'Garage Auto'],
  ['Insurance', '6300', 1, 130, 0.6, 0.8, 0.01, 'office', 'Mutual Assurance'],
  ['Gift Cards', '5947', 0.9, 60, 0.8, 0.4, 0.01, 'shop', 'Gifts Cards'],
]);

/** Smaller tickets, more public transport, less fuel; median 25, as in European card data. */
export const euCategories: SpendingCategory[] = categories([
  ['Groceries', '5411', 27, 26, 0.85, 0.03, 0.005, 'shop', 'Markt Mercato Epicerie Frisch'],
  ['Fuel', '5541', 5, 48, 0.5, 0, 0.003, 'commute', 'Station Energie'],
  ['Restaurants', '5812', 9, 32, 0.7, 0, 0.003, 'meals', 'Trattoria Brasserie Stube'],
  ['Fast Food', '5814', 11, 8.5, 0.55, 0, 0.002, 'meals', 'Imbiss Espresso Snack'],
  ['Bakery', '5462', 8, 5.2, 0.5, 0, 0.001, 'commute', 'Bakery Panetteria'],
  ['Pharmacy', '5912', 5, 15, 0.8, 0.08, 0.008, 'shop', 'Apotheke Farmacia'],
  ['Department Store', '5311', 4, 38, 0.85, 0.2, 0.06, 'shop', 'Galerie Kontor'],
  ['Clothing', '5651', 4, 46, 0.75, 0.4, 0.14, 'shop', 'Mode Atelier'],
  ['Electronics', '5732', 2, 95, 1.1, 0.5, 0.07, 'shop', 'Elektro Digital'],
  ['Home Improvement', '5200', 2.5, 42, 1, 0.1, 0.05, 'shop', 'Bau Hobby'],
  ['Online Retail', '5999', 6.5, 29, 0.95, 1, 0.11, 'online', 'Versand Direct'],
  ['Digital Goods', '5815', 3.5, 9, 0.7, 1, 0.01, 'online', 'Media Games Stream'],
  ['Transport', '4111', 6, 8, 0.9, 0.3, 0.01, 'commute', 'Tram Metro Verkehr'],
  ['Travel', '4511', 1, 160, 0.8, 0.9, 0.05, 'online', 'Airways Air'],
  ['Lodging', '7011', 0.9, 120, 0.6, 0.5, 0.04, 'leisure', 'Hotel Pension'],
  ['Entertainment', '7832', 1.4, 19, 0.6, 0.2, 0.01, 'leisure', 'Kino Theatre'],
  ['Health', '8011', 1.2, 48, 0.9, 0, 0.01, 'office', 'Praxis Klinik'],
  ['Personal Care', '7230', 1.4, 34, 0.6, 0, 0.005, 'office', 'Salon Coiffeur'],
  ['Auto Service', '7538', 0.9, 150, 0.9, 0, 0.01, 'office', 'Garage Auto'],
  ['Gift Cards', '5947', 0.7, 40, 0.7, 0.4, 0.01, 'shop', 'Cadeau Regalo'],
]);
