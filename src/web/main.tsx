import './styles/app.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PART_LOST } from './app/load-again.ts';
import { router } from './app/router.ts';
import { PageMark } from './ui/page-mark.tsx';
import { followSystemTheme } from './ui/theme.ts';

followSystemTheme();

// A chunk failed to load. On the original error the router would reload the page at once, even
// offline or for a prefetch; rename it so that the error page decides.
addEventListener('vite:preloadError', (event) => {
  event.payload.message = PART_LOST;
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <PageMark />
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
