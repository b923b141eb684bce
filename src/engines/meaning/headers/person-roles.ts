/** Roles of persons in headers, by language: plain, separated by bars. */
const ROLES: readonly string[] = [
  'policy holder|policyholder|insured|insured person|additional insured|named insured|claimant|beneficiary|life assured|annuitant',
  'borrower|coborrower|co borrower|co applicant|coapplicant|applicant|guarantor|co signer|cosigner|mortgagor|debtor|obligor|tenant|lessee|landlord|account holder|accountholder|card holder|cardholder|holder|joint holder|owner|account owner|beneficial owner|signatory|nominee|trustee|director|shareholder',
  'customer|client|member|person|contact|contact person|employee|worker|staff|spouse|dependent|relative|patient|driver|main driver|witness|injured party|third party',
  'adjuster|claims adjuster|claim handler|handler|agent|advisor|adviser|broker|relationship manager|account manager|loan officer|underwriter|teller|manager|supervisor|doctor|physician|treating physician|practitioner|therapist|surgeon|attorney|lawyer|trader|analyst|approver|reviewer|seller|buyer|sender|remitter|originator|payer|recipient',
  'versicherungsnehmer|versicherungsnehmerin|versicherter|versicherte person|mitversicherter|anspruchsteller|geschadigter|begunstigter|bezugsberechtigter|kreditnehmer|darlehensnehmer|mitdarlehensnehmer|burge|antragsteller|mitantragsteller|schuldner|inhaber|kontoinhaber|karteninhaber|depotinhaber|bevollmachtigter|kunde|mitglied|ansprechpartner|mitarbeiter|arbeitnehmer|fahrer|patient|zeuge|sachbearbeiter|schadenbearbeiter|schadenregulierer|berater|kundenberater|vermittler|makler|auftraggeber|mieter|vermieter|arzt|behandelnder arzt|handler|gutachter',
  'preneur|preneur d assurance|souscripteur|assure|assuree|beneficiaire|emprunteur|co emprunteur|coemprunteur|garant|caution|demandeur|titulaire|titulaire du compte|client|adherent|salarie|employe|conducteur|patient|temoin|gestionnaire|conseiller|courtier|sinistre|locataire|bailleur|medecin|medecin traitant|expert',
  'tomador|tomador del seguro|asegurado|beneficiario|reclamante|prestatario|coprestatario|avalista|fiador|solicitante|titular|titular de la cuenta|cliente|socio|empleado|trabajador|conductor|paciente|testigo|tramitador|asesor|gestor|perito|corredor|inquilino|medico',
  'contraente|assicurato|beneficiario|reclamante|mutuatario|debitore|garante|richiedente|intestatario|intestatario conto|cliente|socio|dipendente|conducente|paziente|testimone|liquidatore|consulente|perito|inquilino|medico',
  'verzekeringnemer|verzekerde|begunstigde|kredietnemer|leningnemer|borg|aanvrager|rekeninghouder|kaarthouder|klant|lid|werknemer|medewerker|bestuurder|patient|getuige|schadebehandelaar|adviseur|makelaar|huurder|arts|huisarts|behandelaar|dokter',
  'tomador do seguro|segurado|beneficiario|mutuario|devedor|fiador|avalista|requerente|titular da conta|cliente|socio|empregado|funcionario|condutor|paciente|testemunha|perito|gestor de conta|inquilino',
];

/** Roles without blanks, so that `Policyholder`, `policy_holder` and `PolicyHolder` agree. */
const KNOWN = new Set(
  ROLES.flatMap((language) => language.split('|').map((role) => role.replaceAll(' ', ''))),
);

/** Words that leave a role a role: second borrower, co-insured, insured 2. */
const BEFORE = /^(?:primary|secondary|main|first|second|third|joint|co|other|principal|current)$/;
const NUMBER = /^(?:[1-9]|i|ii)$/;

function isRole(words: readonly string[]): boolean {
  const named = words.filter((word) => !NUMBER.test(word));
  const from = named.findIndex((word) => !BEFORE.test(word));
  return KNOWN.has(named.join('')) || KNOWN.has(named.slice(Math.max(0, from)).join(''));
}

const CONNECTOR = /^(?:of|the|des|der|de|du|d|l|del|della|dell|dello|di|la|do|da|van|het|le)$/;

/** Splits `cardholdername` into the role and `name`. */
function splitName(word: string): string[] {
  const role = word.endsWith('name') ? word.slice(0, -'name'.length) : '';
  return KNOWN.has(role) ? [role, 'name'] : [word];
}

/**
 * Splits a plain header into the words of a person's role and the rest: `borrower email` has the
 * rest `email`, `policyholder` none, `name des versicherungsnehmers` the rest `name`. Null without a
 * role.
 */
export function withoutRole(header: string): string | null {
  const words = header.split(' ').flatMap(splitName);
  for (let end = words.length; end > 0; end--)
    if (isRole(words.slice(0, end))) return words.slice(end).join(' ');
  for (let start = 1; start < words.length; start++) {
    const role = words.slice(start);
    // German genitives: des Versicherungsnehmers.
    const isKnown = isRole(role) || isRole([role.join('').replace(/s$/, '')]);
    if (!isKnown) continue;
    const rest = words.slice(0, start);
    while (rest.length > 0 && CONNECTOR.test(rest.at(-1)!)) rest.pop();
    return rest.join(' ');
  }
  return null;
}
