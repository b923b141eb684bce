const LONGEST = 90;

/** Makes the name of a table from that of a file or sheet; a repeated name gets a number. */
export function tableName(given: string, taken: Set<string>): string {
  const plain = given.replace(/[^\w-]+/g, '_').slice(0, LONGEST) || 'table';
  // As a key of JSON, this name would be lost.
  let name = plain === '__proto__' ? 'table' : plain;
  for (let i = 2; taken.has(name.toLowerCase()); i++) name = `${plain}_${i}`;
  taken.add(name.toLowerCase());
  return name;
}
