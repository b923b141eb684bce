import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { checkEvidence, type EvidenceCheck } from '../../components/evidence-file.ts';
import type { Vault } from '../../data/evidence.ts';
import { uploadEvidence } from '../../data/upload-evidence.ts';
import { fail, notice } from '../../lib/notices.ts';

const STEP = 10;
const STEP_AFTER = 200;
const CEILING = 90;

/** Uploads files one by one. Unreported progress grows by 10 percent every 200 ms up to 90. */
export function useUploads(vault: Vault) {
  const queries = useQueryClient();
  const [current, setCurrent] = useState<{ name: string; percent: number } | null>(null);
  const running = useRef(false);

  const sendOne = async (file: File, alone: boolean) => {
    const checked = await checkEvidence(file).catch(
      (): EvidenceCheck => ({
        kind: 'refused',
        title: 'Upload failed',
        message: 'The file could not be read. Folders can’t be uploaded.',
      }),
    );
    if (checked.kind === 'refused') {
      return fail(checked.title, alone ? checked.message : `${checked.message} (${file.name})`);
    }
    setCurrent({ name: file.name, percent: 0 });
    let reported = false;
    const timer = setInterval(
      () =>
        !reported &&
        setCurrent((now) => now && { ...now, percent: Math.min(CEILING, now.percent + STEP) }),
      STEP_AFTER,
    );
    try {
      await uploadEvidence(file, {
        checked,
        vault,
        onProgress: (share) => {
          reported = true;
          setCurrent({ name: file.name, percent: Math.round(share * CEILING) });
        },
      });
      setCurrent({ name: file.name, percent: 100 });
      notice('Document uploaded', file.name);
    } catch (error) {
      fail('Upload failed', error);
    } finally {
      clearInterval(timer);
    }
  };

  const send = async (files: readonly File[]) => {
    if (running.current) return;
    running.current = true;
    for (const file of files) await sendOne(file, files.length === 1);
    running.current = false;
    setCurrent(null);
    await queries.invalidateQueries({ queryKey: ['evidence'] });
  };

  return { current, send };
}
