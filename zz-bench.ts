import { readFileSync, readdirSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { CHROMIUM_OPTIONS, openPage } from './test/support/browser.ts';
import { returnToPage, signInOn } from './test/support/visit.ts';
const url = readFileSync('/tmp/t7/url', 'utf8');
const [, , exe, reduced, ...extra] = process.argv;
const ADA = { email: 'ada@harbor.example', password: 'ada ada ada' };
function cpu(): { [k: string]: number } {
  const st = new Map<number, { pp: number; t: number; c: string }>();
  for (const d of readdirSync('/proc')) if (/^\d+$/.test(d)) try {
    const r = readFileSync(`/proc/${d}/stat`, 'utf8'); const f = r.slice(r.lastIndexOf(')') + 2).split(' ');
    st.set(+d, { pp: +f[1]!, t: (+f[11]! + +f[12]! + +f[13]! + +f[14]!) / 100, c: readFileSync(`/proc/${d}/cmdline`, 'utf8') });
  } catch {}
  const out: { [k: string]: number } = {};
  for (const [p, x] of st) { let a = p; while (st.has(a) && a !== process.pid) a = st.get(a)!.pp; if (a === process.pid && p !== process.pid) { const k = /--type=(\S*?)[\0 ]/.exec(x.c)?.[1] ?? 'browser'; out[k] = (out[k] ?? 0) + x.t; out['sum'] = (out['sum'] ?? 0) + x.t; } }
  return out;
}
const b = await chromium.launch({ ...CHROMIUM_OPTIONS, executablePath: exe, args: [...CHROMIUM_OPTIONS.args!, ...extra] });
const self0 = process.cpuUsage();
const t0 = cpu();
const open = async () => { const p = await openPage(b, { url }); if (reduced === 'reduce') await p.emulateMedia({ reducedMotion: 'reduce' }); return p; };
{ const p = await open(); await signInOn(p, ADA); await p.context().close(); }
for (let i = 0; i < 5; i++) {
  const p = await open();
  for (const path of ['/dashboard', '/explorer', '/upload', '/governance']) { if (path === '/dashboard') await returnToPage(p, ADA); else await p.goto(path); await p.locator('h1').first().waitFor(); await p.waitForTimeout(700); }
  await p.context().close();
}
const t1 = cpu(); const self = process.cpuUsage(self0);
console.log(`${exe!.split('/').at(-1)} ${reduced} ${extra.join(' ')}\n   `, Object.entries(t1).map(([k, v]) => `${k} ${v.toFixed(1)}`).join('  '), 'startup', t0.sum?.toFixed(1), 'node', ((self.user + self.system) / 1e6).toFixed(1));
await b.close();
