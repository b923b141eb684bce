import { writeLocalPart } from '../persons/local-parts.ts';
import type { Kind } from './kind.ts';

const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]{2,}$/;

export const email: Kind = {
  headers: [
    'email|e mail|mail|email address|e mail address|mail address|adresse e mail|adresse mail|courriel|correo|correo electronico|e mailadres|posta elettronica|indirizzo email',
  ],
  alone: (text) => EMAIL.test(text),
  identifies: true,
  make: ({ stream, person, localParts }) =>
    `${writeLocalPart(localParts, person, stream)}@example.com`,
};
