/** Minimal browser: cookies by origin and path, redirects not followed. */
export type Visitor = {
  get: (address: string, headers?: Record<string, string>) => Promise<Response>;
  post: (address: string, form: Record<string, string>) => Promise<Response>;
  fetch: typeof fetch;
};

export function createVisitor(): Visitor {
  const jar = new Map<string, { value: string; path: string }>();
  const visit = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { origin, pathname } = new URL(address);
    const cookies = [...jar]
      .filter(([name, { path }]) => name.startsWith(`${origin} `) && pathname.startsWith(path))
      .map(([name, { value }]) => `${name.slice(origin.length + 1)}=${value}`);
    const headers = new Headers(init.headers);
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
    const answer = await fetch(address, { ...init, headers, redirect: 'manual' });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      const path = /path=([^;]+)/i.exec(cookie)?.[1] ?? '/';
      jar.set(`${origin} ${name}`, { value: value!, path });
    }
    return answer;
  };
  return {
    get: (address, headers = {}) => visit(address, { headers }),
    post: (address, form) => visit(address, { method: 'POST', body: new URLSearchParams(form) }),
    fetch: (input, init) => visit(input instanceof Request ? input.url : String(input), init),
  };
}
