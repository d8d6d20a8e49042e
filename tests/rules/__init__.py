"""The rules of docs/rules.md, each as tests of that number, over real HTTP and each engine."""
