import { type SendOptions, sendForm } from './send-form.ts';

/** Posts a file to a function as form data. */
export function uploadForm<Answer>(
  name: string,
  file: File,
  options: SendOptions = {},
): Promise<Answer> {
  const form = new FormData();
  form.append('file', file, file.name);
  return sendForm<Answer>(`/functions/v1/${name}`, form, options);
}
