const KEY_NAME =
  /(^|[_\s.-])(id|uuid|guid|key|ref|reference|number|no|nr|nbr|num|nummer|num[eé]ro|hash)$/i;
const KEY_NAME_IN_ONE_WORD = /[a-z](Id|ID|No|Ref|Uuid)$/;
const REFERENCE_NAME =
  /(^|[_\s.-])(id|uuid|guid|key)$|[a-z](id|uuid)$|^(account|customer|client|card|merchant|user|iban)([_\s-]?(no|nr|number|ref))?$/i;
/** Exceptions such as `amount_paid` and `BID`, which end like `customerid` but name no entity. */
const WORD_IN_ID = /([pP]a|[vV]al|[vV]o)id$|(PA|VAL|VO)ID$|(^|[_\s.-])([bB]id|BID)$/;

export const isKeyName = (name: string): boolean =>
  KEY_NAME.test(name) || KEY_NAME_IN_ONE_WORD.test(name);

export const isReferenceName = (name: string): boolean =>
  REFERENCE_NAME.test(name) && !WORD_IN_ID.test(name);

/** Returns true if the name suggests an identifier of a row, account or person. */
export const isIdentifierName = (name: string): boolean => isKeyName(name) || isReferenceName(name);
