import { type SendOptions, sendForm } from './send-form.ts';

export function uploadForm<Answer>(
  name: string,
  files: File | readonly File[],
  { fields = {}, ...options }: SendOptions & { fields?: Record<string, string> } = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  for (const file of [files].flat()) form.append('file', file, file.name);
  return sendForm<Answer>(`/functions/v1/${name}`, form, options);
}
