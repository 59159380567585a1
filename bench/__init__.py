"""The measurements that the README quotes."""
