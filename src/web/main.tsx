import './styles/app.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PART_LOST } from './app/root-error.tsx';
import { router } from './app/router.ts';
import { followSystemTheme } from './ui/theme.ts';

followSystemTheme();

// A part of a page did not come. Under its own name the router would load the page anew at once, with or without a
// network, and for a link that was only pointed at; what to do is decided where the error shows.
addEventListener('vite:preloadError', (event) => {
  event.payload.message = PART_LOST;
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
