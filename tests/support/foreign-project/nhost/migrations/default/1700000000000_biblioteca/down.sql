drop schema biblioteca cascade;
