import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import './style/index.css';
import { theme } from './style/theme';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider defaultColorScheme="auto" theme={theme} withCssVariables={false} withGlobalClasses={false}>
        <App />
      </MantineProvider>
    </StrictMode>,
  );
}
