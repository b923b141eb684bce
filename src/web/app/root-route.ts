import { createRootRoute } from '@tanstack/react-router';
import { NotFoundPage } from './not-found-page.tsx';
import { RootError } from './root-error.tsx';
import { RootLayout } from './root-layout.tsx';

export const rootRoute = createRootRoute({
  component: RootLayout,
  notFoundComponent: NotFoundPage,
  errorComponent: RootError,
});
